import { Slider } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import classes from './TileSizeSlider.module.css'
import { tileSteps } from './tileSize.ts'

interface Props {
  step: number
  onChange: (step: number) => void
}

export const TileSizeSlider = ({ step, onChange }: Props) => (
  <div className={classes.slider}>
    <IconPhoto size={14} aria-hidden />
    <Slider
      className={classes.track}
      thumbLabel="タイルの大きさ"
      label={null}
      min={tileSteps.min}
      max={tileSteps.max}
      value={step}
      onChange={onChange}
    />
    <IconPhoto size={22} aria-hidden />
  </div>
)
