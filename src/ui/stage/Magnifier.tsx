import classes from './Magnifier.module.css'
import { clamp } from './stageGeometry.ts'
import type { StageView } from './stageViewport.ts'

const side = 136
const factor = 3
/** Px from the finger to the magnifier's centre. */
const distance = 118

/** What the finger covers, at triple size: above it, or beside it without room. */
export function Magnifier({ view: { size, picture, magnified }, src }: { view: StageView; src: string }) {
  if (magnified === null) return null
  const { point, finger } = magnified
  const [width, height] = [picture.width * factor, picture.height * factor]
  const above = finger.y >= distance + side / 2
  const beside = finger.x < size.width / 2 ? finger.x + distance : finger.x - distance
  const within = (centre: number, room: number) => clamp(centre - side / 2, 4, Math.max(4, room - side - 4))
  return (
    <div
      className={classes.magnifier}
      aria-hidden
      data-testid="magnifier"
      style={{
        width: side,
        height: side,
        left: within(above ? finger.x : beside, size.width),
        top: within(above ? finger.y - distance : finger.y, size.height),
        backgroundImage: `url("${src}")`,
        backgroundSize: `${width}px ${height}px`,
        backgroundPosition: `${side / 2 - point.x * width}px ${side / 2 - point.y * height}px`,
      }}
    />
  )
}
