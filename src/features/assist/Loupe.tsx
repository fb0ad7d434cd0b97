import classes from './Loupe.module.css'
import type { Aim, Stage } from './useStage.ts'

interface Props {
  stage: Stage
  picture: string
  aim: Aim
}

const side = 136
const magnified = 3
/** From the finger to the middle of the loupe. */
const away = 118

/** What the finger hides, three times as large, above it; beside it where there is no room above. */
export function Loupe({ stage, picture, aim: { point, finger } }: Props) {
  const width = stage.placed.width * magnified
  const height = stage.placed.height * magnified
  const above = finger.y >= away + side / 2
  const beside = finger.x < stage.size.width / 2 ? finger.x + away : finger.x - away
  const x = above ? finger.x : beside
  const y = above ? finger.y - away : finger.y
  const held = (at: number, room: number) =>
    Math.min(Math.max(at - side / 2, 4), Math.max(4, room - side - 4))
  return (
    <div
      className={classes.loupe}
      aria-hidden
      data-testid="loupe"
      style={{
        width: side,
        height: side,
        left: held(x, stage.size.width),
        top: held(y, stage.size.height),
        backgroundImage: `url("${picture}")`,
        backgroundSize: `${width}px ${height}px`,
        backgroundPosition: `${side / 2 - point.x * width}px ${side / 2 - point.y * height}px`,
      }}
    />
  )
}
