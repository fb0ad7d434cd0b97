import { Box, NativeSelect } from '@mantine/core'

interface Props {
  /** The number of decimals that is registered; null: none is chosen. */
  decimals: number | null
  /** Red digits at the end of the row on the picture; null without any. */
  red: number | null
  /** Digits of the drawn boxes. */
  digits: number
  /** Whether a choice differs from the number of decimals that the dialog began with. */
  isUnsaved: boolean
  /** While the picture is being read, red digits may still be found. */
  isReading: boolean
  onChange: (decimals: number | null) => void
}

/** 小数点以下の桁数, next to what the picture says of it. */
export function DecimalsField({ decimals, red, digits, isUnsaved, isReading, onChange }: Props) {
  const choices = Array.from({ length: digits + 1 }, (_, count) => ({
    value: String(count),
    label: `${count} 桁`,
  }))
  const isPointUnknown = decimals === null && red === null && !isReading
  return (
    <>
      <NativeSelect
        label="小数点以下の桁数"
        description="赤い数字など、小数点より右の桁数"
        size="sm"
        value={decimals ?? ''}
        data-unsaved={isUnsaved || undefined}
        data={[{ value: '', label: '未登録（整数として読み取り）' }, ...choices]}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
      />
      {red !== null && (
        <Box component="p" fz="sm">
          {decimals === red
            ? `赤い数字が ${red} 桁あります。`
            : `赤い数字が ${red} 桁あります。小数点以下の桁数を確かめてください。`}
        </Box>
      )}
      {isPointUnknown && (
        <Box component="p" fz="sm" c="var(--waiting-text)" fw={700}>
          小数点の位置を確かめてください。小数点が無ければ「0 桁」を選んでください。
        </Box>
      )}
    </>
  )
}
