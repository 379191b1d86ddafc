import type { Review } from '../../customers/identity/service.ts';
import type { Facts } from '../../staff/actions/service.ts';

/** What the audit says of whom it was about: numbers, never a name. */
export function aboutReview({
  id,
  customer_id: customerId,
  country,
}: Pick<Review, 'id' | 'customer_id' | 'country'>): Facts {
  return { subject: `identity:${id}`, subjectName: `Identidad ${id}`, customerId, country };
}
