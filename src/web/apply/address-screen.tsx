import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FORM_MESSAGES } from '../../countries/fields/form-messages.ts';
import { DEFAULT_CITY_ID, DEFAULT_PROVINCE_ID } from '../../countries/identifiers/address.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Fields, Pair } from '../forms/field.tsx';
import { SelectField } from '../forms/later-fields.tsx';
import { TextField } from '../forms/text-field.tsx';
import { type FieldBinding, useForm } from '../forms/use-form.ts';
import { useProfile } from '../profile.ts';
import { showFailure } from '../shell/failures.ts';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { addressBody, addressRules, addressValues, type AddressValues, noneValue } from './address-form.ts';
import { ApplyScreen } from './apply-screen.tsx';
import { CityField } from './city-field.tsx';
import { ListFailed } from './list-failed.tsx';
import { lists, optionsOf } from './lists.ts';
import { profileUpdates } from './profile-updates.ts';
import { shareDraft, typedBefore } from './shared-draft.ts';
import { addressTexts as texts } from './texts.ts';
import { useStep } from './use-step.ts';

/** Step 2: where the person lives (docs/product/application.md#address). */
export function AddressScreen() {
  const pack = useCountry();
  const profile = useProfile();
  const step = useStep('address', profile);
  const rules = useMemo(() => addressRules(pack), [pack]);
  const form = useForm<AddressValues>({
    initial: { ...addressValues(profile.address), ...typedBefore(profile, 'address') },
    rules,
    wireNames: { city_name: 'state' },
    draft: `address.${profile.hash}`,
    onDraft: (values) => shareDraft('address', values),
    onSubmit: save,
    onInvalid: () => FORM_MESSAGES.addressInvalid,
    onFailure: (error) => {
      if (!(error instanceof ApiFailure) || Object.keys(error.fields).length === 0) return false;
      showFailure(FORM_MESSAGES.addressInvalid);
      return true;
    },
  });

  async function save(values: AddressValues) {
    const { model } = await call('POST /api/v3/address', { body: addressBody(values, pack) });
    profileUpdates.addressSaved(model);
    form.forgetDraft();
    step.next();
  }

  return (
    <ApplyScreen
      step="address"
      title={texts.title}
      intro={texts.intro}
      onBack={step.back}
      form={form.id}
      busy={form.busy}
    >
      <Card>
        <form {...form.props}>
          <Fields>
            <ProvinceField binding={form.field('province_id')} field={form.field} />
            <CityField values={form.values} field={form.field} />
            <StreetFields field={form.field} />
          </Fields>
        </form>
      </Card>
    </ApplyScreen>
  );
}

type Binder = (name: string) => FieldBinding;

function ProvinceField({ binding, field }: { binding: FieldBinding; field: Binder }) {
  const pack = useCountry();
  const { data, isError, refetch } = useQuery(lists.provinces(pack));
  return (
    <>
      <SelectField
        {...binding}
        label={pack.address.province}
        options={data ? optionsOf(data) : []}
        placeholder={texts.province}
        autoComplete="address-level1"
        disabled={!data}
        onValue={(province) => {
          binding.onValue(province);
          field('city').onValue('');
          field('city_name').onValue('');
          field('city_id').onValue(province === DEFAULT_PROVINCE_ID ? DEFAULT_CITY_ID : '');
        }}
      />
      {isError && <ListFailed onRetry={() => void refetch()} />}
    </>
  );
}

function StreetFields({ field }: { field: Binder }) {
  const { address, hasPostalCode } = useCountry();
  return (
    <>
      <TextField
        {...field('street')}
        label={texts.street}
        autoComplete="address-line1"
        autoCapitalize="words"
        required
      />
      <Pair>
        <TextField {...field('street_number')} label={address.houseNumber} autoComplete="off" required />
        {hasPostalCode && (
          <TextField
            {...field('zipcode')}
            label={texts.zipcode}
            hint={texts.zipcodeHint}
            autoComplete="postal-code"
            autoCapitalize="characters"
          />
        )}
      </Pair>
      <Home field={field} />
    </>
  );
}

/** A house has neither floor nor flat: the call takes a hyphen for both, which the page adds. */
function Home({ field }: { field: Binder }) {
  const { address } = useCountry();
  const [floor, office] = [field('floor'), field('office')];
  const isHouse = floor.value === noneValue && office.value === noneValue;
  return (
    <>
      <Checkbox
        label={texts.house}
        checked={isHouse}
        onChange={(event) => {
          const value = event.target.checked ? noneValue : '';
          floor.onValue(value);
          office.onValue(value);
        }}
      />
      {!isHouse && (
        <Pair>
          <TextField {...floor} label={address.floor} autoComplete="off" required />
          <TextField {...office} label={address.dptNumber} autoComplete="address-line2" required />
        </Pair>
      )}
    </>
  );
}
