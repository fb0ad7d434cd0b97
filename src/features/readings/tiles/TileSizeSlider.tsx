import { Group, Slider } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { tileSteps } from './tileSize.ts'

interface Props {
  step: number
  onChange: (step: number) => void
}

export const TileSizeSlider = ({ step, onChange }: Props) => (
  <Group gap={10} wrap="nowrap" mih="var(--control-height)" c="dimmed">
    <IconPhoto size={14} aria-hidden />
    <Slider
      w={140}
      thumbLabel="タイルの大きさ"
      label={null}
      min={tileSteps.min}
      max={tileSteps.max}
      value={step}
      onChange={onChange}
    />
    <IconPhoto size={22} aria-hidden />
  </Group>
)
