import { NativeSelect } from '@mantine/core'
import { earlierReadingsQuery } from '../../lib/queries/readings.ts'
import { EarlierReadings } from '../../ui/form/EarlierReadings.tsx'
import { formatNumber } from '../../ui/text/formatNumber.ts'
import classes from './DecimalsField.module.css'
import type { useDigitPreview } from './useDigitPreview.ts'

interface Props {
  /** The number of decimals that is registered; null: none is chosen. */
  decimals: number | null
  /** The meter's number of decimals. */
  stored: number | null
  /** Decimals by the dials, which cannot be chosen; null without dials. */
  byDials: number | null
  /** Red digits at the end of the row on the picture; null without any. */
  red: number | null
  /** Digits of the drawn boxes. */
  digits: number
  /** Whether a choice differs from the number of decimals that the dialog began with. */
  isUnsaved: boolean
  /** The meter whose readings follow a changed number of decimals; null if it has none. */
  meterId: number | null
  readOnly: boolean
  preview: ReturnType<typeof useDigitPreview>
  unit: string | undefined
  onChange: (decimals: number | null) => void
}

/** 小数点以下の桁数, and the value that it makes of this picture. */
export function DecimalsField({
  decimals,
  stored,
  byDials,
  red,
  digits,
  isUnsaved,
  meterId,
  readOnly,
  preview,
  unit,
  onChange,
}: Props) {
  if (digits === 0) return null
  const choices = Array.from({ length: digits + 1 }, (_, count) => ({
    value: String(count),
    label: `${count} 桁`,
  }))
  const shown = { unit: unit ?? '', multiplier: 1 }
  // Red digits may still be found while the picture is being read.
  const isPointUnknown = decimals === null && byDials === null && red === null && preview.state !== 'reading'
  return (
    <div className={classes.decimals}>
      {!readOnly && byDials === null && (
        <NativeSelect
          label="小数点以下の桁数"
          description="赤い数字など、小数点より右の桁数"
          size="sm"
          value={decimals ?? ''}
          data-unsaved={isUnsaved || undefined}
          data={[{ value: '', label: '未登録（整数として読み取り）' }, ...choices]}
          onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
        />
      )}
      {!readOnly && red !== null && (
        <p className={classes.text}>
          {decimals === red
            ? `赤い数字が ${red} 桁あります。`
            : `赤い数字が ${red} 桁あります。小数点以下の桁数を確かめてください。`}
        </p>
      )}
      {!readOnly && isPointUnknown && (
        <p className={classes.warning}>
          小数点の位置を確かめてください。小数点が無ければ「0 桁」を選んでください。
        </p>
      )}
      <p className={classes.value} role="status" aria-label="登録される値">
        {previewText(preview, decimals, unit)}
      </p>
      {!readOnly && meterId !== null && (
        <EarlierReadings
          query={earlierReadingsQuery(meterId)}
          before={{ ...shown, decimals: stored }}
          after={{ ...shown, decimals }}
        />
      )}
    </div>
  )
}

/** 読取 00123.45 → 測定値 123.45 m³ */
function previewText(preview: Props['preview'], decimals: number | null, unit: string | undefined): string {
  if (preview.state === 'none') return ''
  if (preview.state === 'reading') return 'この画像を読み取っています'
  const { ocr, value } = preview.result
  const shown = ocr === null ? '' : withPoint(ocr, decimals ?? 0)
  const registered =
    value === null ? '読み取れません' : `測定値 ${formatNumber(value, decimals)} ${unit ?? ''}`.trimEnd()
  return `読取 ${shown} → ${registered}`
}

const withPoint = (ocr: string, decimals: number) =>
  decimals === 0 ? ocr : `${ocr.slice(0, -decimals)}.${ocr.slice(-decimals)}`
