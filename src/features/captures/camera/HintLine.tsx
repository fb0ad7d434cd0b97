import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Hint } from '../../../../reader/web/index.ts'
import classes from './HintLine.module.css'

const texts: Record<Hint, string> = {
  dark: '暗すぎます',
  'low contrast': '暗いか、明暗の差が足りません',
  blur: 'ぶれています',
  glare: '反射しています',
  tilt: '傾いています',
  'other meter': '別のメーターかもしれません',
}

interface Props {
  hint: Hint | null
  /** Takes the photograph; null while the camera is not ready. */
  onShoot: (() => void) | null
}

/**
 * What would spoil the photograph, in a line over the live view. It never blocks the shutter. Next to the suspicion of
 * another meter, which can be wrong, the photograph can be taken all the same.
 */
export const HintLine = ({ hint, onShoot }: Props) => (
  <div className={classes.place}>
    <div role="status">
      {hint && (
        <p className={classes.line}>
          <IconAlertTriangle size={20} aria-hidden />
          {texts[hint]}
        </p>
      )}
    </div>
    {hint === 'other meter' && onShoot && (
      <UnstyledButton className={classes.shoot} onClick={onShoot}>
        このまま撮影
      </UnstyledButton>
    )}
  </div>
)
