import { create } from 'qrcode'
import { memo } from 'react'

/** Modules, as the standard requires. */
const quiet = 4

interface Props {
  address: string
  className: string | undefined
}

/** A QR code with its quiet zone, sharp at the resolution of any printer. */
export const LabelCode = memo(function LabelCode({ address, className }: Props) {
  const { modules } = create(address, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * quiet
  return (
    <svg className={className} viewBox={`${-quiet} ${-quiet} ${side} ${side}`} aria-hidden>
      <path d={pathOf(modules)} />
    </svg>
  )
})

/** Draws the dark modules as one rectangle for each run in a row. */
function pathOf({ size, data }: { size: number; data: Uint8Array }): string {
  const runs: string[] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const begin = x
      while (x < size && data[y * size + x]) x++
      if (x > begin) runs.push(`M${begin} ${y}h${x - begin}v1h${begin - x}z`)
    }
  }
  return runs.join('')
}
