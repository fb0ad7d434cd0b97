import { IconAlertTriangle } from '@tabler/icons-react'
import type { Hint } from '../../../reader/web/index.ts'
import classes from './HintLine.module.css'

const texts: Record<Hint, string> = {
  dark: '暗すぎます',
  blur: 'ぶれています',
  glare: '反射しています',
  tilt: '傾いています',
  'other meter': '別のメーターかもしれません',
}

interface Props {
  hint: Hint | null
}

/** What would spoil the photograph, in a line over the live view; the shutter stays as it is. */
export const HintLine = ({ hint }: Props) => (
  <div className={classes.place} role="status">
    {hint && (
      <p className={classes.line}>
        <IconAlertTriangle size={20} aria-hidden />
        {texts[hint]}
      </p>
    )}
  </div>
)
