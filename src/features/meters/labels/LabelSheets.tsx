import type { CSSProperties } from 'react'
import { captureAddress } from './captureSite.ts'
import { type LabelText, lineHeight } from './fitLabel.ts'
import { LabelCode } from './LabelCode.tsx'
import classes from './LabelSheets.module.css'
import { capacityOf, cutMarks, type LabelSheet, paper, placeOf, sheetsOf } from './labelSheets.ts'

export interface Label {
  id: number
  texts: readonly LabelText[]
}

interface Props {
  sheet: LabelSheet
  labels: readonly Label[]
  /** Labels of the first sheet that have been used up. */
  used: number
  site: string
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const millimetres = (length: number) => `calc(var(--mm) * ${length})`

/** The sheets as they are printed, as large as the screen has room. */
export function LabelSheets({ sheet, labels, used, site }: Props) {
  const sheets = sheetsOf(labels, capacityOf(sheet), used)
  const labelSize: CSSProperties = { width: millimetres(sheet.width), height: millimetres(sheet.height) }
  const place = (index: number): CSSProperties => {
    const { left, top } = placeOf(sheet, index)
    return { ...labelSize, left: millimetres(left), top: millimetres(top) }
  }
  const code = {
    '--code-left': millimetres(sheet.qr.left),
    '--code-side': millimetres(sheet.qr.side),
    '--text-left': millimetres(sheet.text.left),
    '--line-height': lineHeight,
  } as CSSProperties
  return (
    <div className={classes.preview}>
      {sheets.map((onSheet, sheetIndex) => {
        const before = sheetIndex === 0 ? used : 0
        return (
          <section
            key={onSheet[0]?.id}
            className={classes.sheet}
            style={code}
            aria-label={`${sheetIndex + 1} / ${sheets.length}枚目`}
          >
            {numbersTo(before).map((number) => (
              <div key={number} className={classes.used} style={place(number - 1)} aria-hidden>
                {number}
              </div>
            ))}
            {onSheet.map(({ id, texts }, index) => (
              <div key={id} className={classes.label} style={place(before + index)}>
                <LabelCode className={classes.code} address={captureAddress(site, id)} />
                <div>
                  {texts.map(({ kind, text, size }) => (
                    <p
                      key={kind}
                      className={classes.text}
                      data-kind={kind}
                      style={{ fontSize: millimetres(size) }}
                    >
                      {text}
                    </p>
                  ))}
                </div>
              </div>
            ))}
            <svg className={classes.marks} viewBox={`0 0 ${paper.width} ${paper.height}`} aria-hidden>
              <path
                d={cutMarks(
                  sheet,
                  onSheet.map((_, index) => before + index),
                )}
              />
            </svg>
          </section>
        )
      })}
    </div>
  )
}
