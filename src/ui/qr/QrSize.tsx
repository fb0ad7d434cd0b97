import { Flex, Slider } from '@mantine/core'

/** Side of a QR code in pixels. */
export const qrSizes = { min: 100, max: 500, step: 10 } as const

interface Props {
  size: number
  onChange: (size: number) => void
}

export const QrSize = ({ size, onChange }: Props) => (
  <div>
    <Flex justify="space-between" mb="md" className="tabular-nums">
      <span>画像のサイズ</span>
      <output>
        {size} × {size} px
      </output>
    </Flex>
    <Slider
      thumbLabel="画像のサイズ（px）"
      label={null}
      thumbSize={28}
      min={qrSizes.min}
      max={qrSizes.max}
      step={qrSizes.step}
      value={size}
      onChange={onChange}
    />
  </div>
)
