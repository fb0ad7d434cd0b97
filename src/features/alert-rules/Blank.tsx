import { NativeSelect, TextInput } from '@mantine/core'
import { fieldLabels, type NumberField, type RuleForm, type RuleValues } from './ruleForm.ts'

interface NumberBlankProps extends RuleForm {
  field: NumberField
  /** In characters. */
  width?: number
}

/** A number within the sentence. What is wrong with it is said below the sentence. */
export const NumberBlank = ({ values, wrong, change, field, width = 8 }: NumberBlankProps) => (
  <TextInput
    w={`${width}em`}
    aria-label={fieldLabels[field]}
    data-path={field}
    inputMode="decimal"
    error={wrong.has(field)}
    value={values[field]}
    onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
  />
)

interface ChoiceBlankProps<Value extends string> extends Pick<RuleForm, 'wrong'> {
  label: string
  field: keyof RuleValues
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** A choice within the sentence. */
export const ChoiceBlank = <Value extends string>({
  label,
  field,
  value,
  choices,
  wrong,
  onChoose,
}: ChoiceBlankProps<Value>) => (
  <NativeSelect
    size="md"
    aria-label={label}
    data-path={field}
    error={wrong.has(field)}
    data={[...choices]}
    value={value}
    onChange={({ currentTarget }) => {
      const chosen = choices.find((each) => each.value === currentTarget.value)
      if (chosen) onChoose(chosen.value)
    }}
  />
)
