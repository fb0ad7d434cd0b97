import { Box } from '@mantine/core'
import { formatNumber } from '../../../text/formatNumber.ts'
import type { useDigitPreview } from './useDigitPreview.ts'

interface Props {
  preview: ReturnType<typeof useDigitPreview>
  decimals: number | null
  unit: string | undefined
}

/** The value that the settings make of this picture: 読取 00123.45 → 測定値 123.45 m³ */
export const RegisteredValue = (props: Props) => (
  <Box component="p" fz="sm" fw={700} className="tabular-nums" role="status" aria-label="登録される値">
    {textOf(props)}
  </Box>
)

function textOf({ preview, decimals, unit = '' }: Props): string {
  if (preview.state === 'none') return ''
  if (preview.state === 'reading') return 'この画像を読み取っています'
  const { ocr, value } = preview.result
  const shown = ocr === null ? '' : withPoint(ocr, decimals ?? 0)
  const registered =
    value === null ? '読み取れません' : `測定値 ${formatNumber(value, decimals)} ${unit}`.trimEnd()
  return `読取 ${shown} → ${registered}`
}

const withPoint = (ocr: string, decimals: number) =>
  decimals === 0 ? ocr : `${ocr.slice(0, -decimals)}.${ocr.slice(-decimals)}`
