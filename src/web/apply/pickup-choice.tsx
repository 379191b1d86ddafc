import { useQuery } from '@tanstack/react-query';
import type { FieldBinding } from '../forms/use-form.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { ChoiceList } from './choice-list.tsx';
import { ListFailed } from './list-failed.tsx';
import { lists } from './lists.ts';
import { bankTexts as texts } from './texts.ts';

/** Pickup points with name, address and city (docs/product/application.md#delivery). */
export function PickupChoice({ binding }: { binding: FieldBinding }) {
  const { data: points, isError, refetch } = useQuery(lists.pickupPoints());
  if (isError) return <ListFailed onRetry={() => void refetch()} />;
  if (!points) return <SkeletonGroup shapes={['field', 'field', 'field']} />;
  return (
    <ChoiceList
      binding={binding}
      legend={texts.points}
      choices={points.map(({ id, name, address, city }) => ({
        value: id,
        title: name,
        text: `${address}, ${city}`,
      }))}
    />
  );
}
