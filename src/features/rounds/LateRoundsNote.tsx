import { Link } from '@tanstack/react-router'
import { useLateRounds } from '../../lib/live/useOpenAlerts.ts'
import { TroubleGroup } from '../../ui/layout/TroubleGroup.tsx'
import { DueText } from './DueText.tsx'

/** The rounds that are late. */
export const LateRoundsNote = () => (
  <TroubleGroup
    label="遅れている点検ルート"
    troubles={useLateRounds().map((round) => ({
      id: round.inspection_id,
      name: round.inspection_name,
      facts: (
        <>
          <DueText round={round} />
          <span>
            残り {round.remaining} / {round.planned}
          </span>
        </>
      ),
    }))}
    link={(id, className, content) => (
      <Link to="/rounds/$id" params={{ id: String(id) }} className={className}>
        {content}
      </Link>
    )}
  />
)
