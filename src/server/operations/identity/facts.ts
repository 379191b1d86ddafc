import type { Review } from '../../customers/identity/service.ts';
import type { Facts } from '../../staff/actions/service.ts';

/** Subject of an audit entry: numbers, never a name. */
export function aboutReview({
  id,
  customer_id: customerId,
  country,
}: Pick<Review, 'id' | 'customer_id' | 'country'>): Facts {
  return { subject: `identity:${id}`, subjectName: `Identidad ${id}`, customerId, country };
}
