import type { Hint } from '../../../../reader/web/index.ts'

/** Frames in a row until a fault is told, and until another one or none takes its place. */
const toTell = 2
const toChange = 3

/** Calms the faults of single frames, so that the hint does not flicker: returns what is shown behind each frame. */
export function holdHint(): (hint: Hint | null) => Hint | null {
  let shown: Hint | null = null
  let next: Hint | null = null
  let frames = 0
  return (hint) => {
    frames = hint === next ? frames + 1 : 1
    next = hint
    if (next !== shown && frames >= (shown === null ? toTell : toChange)) shown = next
    return shown
  }
}
