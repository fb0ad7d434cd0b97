import type { ComponentProps } from 'react'
import { maxDigits } from '../../../contract/meters.ts'
import { clearButton } from '../../ui/form/clearButton.ts'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import classes from './MeterFields.module.css'

const digitChoices = Array.from({ length: maxDigits }, (_, index) => index + 1)

type Values = Record<'digitNumber' | 'decimalPoint', number | null>
type InputProps = Omit<ComponentProps<typeof RowSelect>, 'rows' | 'label'>

interface Props {
  values: Values
  /** As `form.getInputProps` returns them. */
  digits: InputProps
  decimals: InputProps
  onChange: (change: Partial<Values>) => void
}

/** 桁数 and 小数点以下の桁数, which are not more than them. */
export function DigitFields({ values: { digitNumber, decimalPoint }, digits, decimals, onChange }: Props) {
  const choices = digitChoices.map((value) => value - 1).filter((value) => value <= (digitNumber ?? 11))
  const change = (next: number | null) => {
    const isExcess = next !== null && decimalPoint !== null && decimalPoint > next
    onChange({ digitNumber: next, ...(isExcess && { decimalPoint: null }) })
  }
  return (
    <div className={classes.pair}>
      <Digits label="桁数" choices={digitChoices} {...digits} onChange={change} />
      <Digits
        label="小数点以下の桁数"
        description="赤い数字など、小数点より右の桁数"
        // Description below, so that both inputs align.
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        choices={choices}
        {...decimals}
      />
    </div>
  )
}

interface DigitsProps extends InputProps {
  label: string
  choices: number[]
}

const Digits = ({ label, choices, ...props }: DigitsProps) => (
  <RowSelect
    label={label}
    placeholder="未登録"
    rows={choices.map((value) => ({ id: value, name: `${value} 桁` }))}
    clearable
    clearButtonProps={clearButton(`${label}の選択を解除`)}
    {...props}
  />
)
