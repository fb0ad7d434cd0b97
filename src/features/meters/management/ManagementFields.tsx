import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Meter } from '../../../../contract/meters.ts'
import { roundings } from '../../../../contract/usage/rounding.ts'
import { textLimit } from '../../../../text/limits.ts'
import { countsUp } from '../../../lib/meters/countsUp.ts'
import { useSaveCostBearer } from '../../../lib/mutations/costBearerMutations.ts'
import { costBearersQuery } from '../../../lib/queries/costBearers.ts'
import { useMasters } from '../../../lib/queries/masters.ts'
import { roundingNames } from '../../../shared/meters/roundingNames.ts'
import { CreatableSelect } from '../../../ui/form/CreatableSelect.tsx'
import { clearButton } from '../../../ui/form/clearButton.ts'
import { FieldSection } from '../../../ui/form/FieldSection.tsx'
import { RowSelect } from '../../../ui/form/RowSelect.tsx'
import { countedOf } from '../cumulativeModes.ts'
import { codeOf } from '../meterForm.ts'
import type { MeterForm } from '../useMeterForm.ts'
import { typedDay } from './typedDay.ts'

interface Props {
  form: MeterForm
  /** Null: of a new meter. */
  meterId: number | null
}

const roundingChoices = roundings.map((value) => ({ value, label: roundingNames[value] }))

/** How the office manages a meter. */
export function ManagementFields({ form, meterId }: Props) {
  const { meters, ...masters } = useMasters('meters', 'categories', 'units')
  const { data: bearers = [] } = useQuery(costBearersQuery)
  const bearer = useSaveCostBearer()
  const { values } = form
  const before = form.getInitialValues()
  const code = codeOf(values.code)?.toLowerCase()
  const other = code && meters.find((each) => each.id !== meterId && each.code?.toLowerCase() === code)
  const codeProps = form.getInputProps('code')
  const understood = typedDay(values.verificationExpiresOn)
  const parentProps = form.getInputProps('parentMeterId')
  return (
    <FieldSection legend="管理">
      <TextInput
        label="管理番号"
        description="台帳の番号です。組織の中で重複できません"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={textLimit}
        {...codeProps}
        error={other ? `この管理番号は「${other.name}」で使用しています` : codeProps.error}
      />
      <RowSelect
        label="親メーター"
        description="このメーターの上流にあり、合計を測るメーターです"
        placeholder="未登録"
        rows={possibleParents(meters, meterId)}
        {...parentProps}
        clearable
        clearButtonProps={clearButton('親メーターの選択を解除')}
      />
      <CreatableSelect
        label="負担先"
        rows={bearers.filter(({ id, status }) => status === 0 || id === before.costBearerId)}
        value={values.costBearerId}
        onChange={(id) => form.setFieldValue('costBearerId', id)}
        onCreate={async (name) => (await bearer.mutateAsync({ id: null, name, status: 0 })).id}
        error={form.errors['costBearerId']}
      />
      <TextInput label="お客様番号" maxLength={textLimit} {...form.getInputProps('customerNumber')} />
      <TextInput
        label="検定有効期限"
        placeholder="2027-03-31"
        description={
          understood && understood !== values.verificationExpiresOn.trim()
            ? `${understood} と読み取りました`
            : null
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('verificationExpiresOn')}
      />
      {countsUp(countedOf(values), masters) && (
        <Select
          label="指針の丸め"
          description="使用量を計算する前に指針を丸めます。過去の使用量も変わります"
          allowDeselect={false}
          data={roundingChoices}
          {...form.getInputProps('rounding')}
        />
      )}
    </FieldSection>
  )
}

/** Returns the meters that are not supplied by this one, directly or through others. */
function possibleParents(meters: readonly Meter[], meterId: number | null): readonly Meter[] {
  if (meterId === null) return meters
  const below = new Set([meterId])
  // Visits what it adds, too.
  for (const supplied of below) {
    for (const { id, parent_meter_id: parentId } of meters) if (parentId === supplied) below.add(id)
  }
  return meters.filter(({ id }) => !below.has(id))
}
