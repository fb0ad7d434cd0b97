import { TextInput, type TextInputProps } from '@mantine/core'
import { textLimit } from '../../../text/limits.ts'
import type { ReplacementValues } from './replacementValues.ts'

interface Props {
  form: { getInputProps: (field: keyof ReplacementValues) => TextInputProps }
  /** To compare the old meter’s last value with: `前回 9,120.5 m³`. */
  last: string | null
  unit: string
}

/** What the old meter showed at last, and the new one at first. */
export function ReplacementFields({ form, last, unit }: Props) {
  const field = {
    size: 'md',
    inputMode: 'decimal' as const,
    maxLength: textLimit,
    autoComplete: 'off',
    rightSection: unit,
    rightSectionWidth: `${unit.length + 2}ch`,
    rightSectionPointerEvents: 'none' as const,
  }
  return (
    <>
      <TextInput
        label="旧メーターの最終値"
        description={`わからないときは空欄にします${last === null ? '' : `（${last}）`}`}
        {...field}
        {...form.getInputProps('oldEnd')}
      />
      <TextInput label="新メーターの開始値" withAsterisk {...field} {...form.getInputProps('newStart')} />
    </>
  )
}
