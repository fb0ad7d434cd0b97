import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLateRounds } from '../../lib/useOpenAlerts.ts'
import { DueText } from './DueText.tsx'
import classes from './LateRoundsNote.module.css'

/** The rounds that are late, each a press away; nothing where none is. */
export function LateRoundsNote() {
  const late = useLateRounds()
  if (late.length === 0) return null
  return (
    <ul className={classes.notes} aria-label="遅れている点検ルート">
      {late.map((round) => (
        <li key={round.inspection_id}>
          <Link to="/rounds/$id" params={{ id: String(round.inspection_id) }} className={classes.note}>
            <IconAlertTriangleFilled size={18} aria-hidden />
            <span className={classes.what}>
              <span className={classes.name}>点検ルートの遅れ: {round.inspection_name}</span>
              <span className={classes.facts}>
                <DueText round={round} />
                <span>
                  残り {round.remaining} / {round.planned}
                </span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
