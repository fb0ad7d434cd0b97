import { Button } from '@mantine/core'
import { IconListCheck, IconPlayerSkipForward } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { useWalk } from '../../lib/rounds/useWalks.ts'
import { nextLeft } from '../../lib/rounds/walk.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { SkipDialog } from './SkipDialog.tsx'
import classes from './WalkBar.module.css'

interface Props {
  meter: Meter
}

/** Under the shutter: how far the round is, and ways to another of its meters. */
export function WalkBar({ meter }: Props) {
  const walk = useWalk(meter.inspection_id)
  const navigate = useNavigate()
  const [skipping, setSkipping] = useState(false)
  if (!walk) return null
  const done = walk.captured + walk.skipped
  // A photograph of the round counts, whatever is skipped after it.
  const captured = walk.stops.some(
    (stop) => stop.meter.id === meter.id && (stop.state === 'captured' || stop.retake !== null),
  )
  const leave = () => {
    const next = nextLeft(walk, meter.id)
    void (next
      ? navigate({ to: '/capture-meter-value/$id', params: { id: String(next.meter.id) }, replace: true })
      : navigate({ to: '/walk/$id', params: { id: String(walk.inspectionId) }, replace: true }))
  }
  return (
    <nav className={classes.bar} aria-label={walk.name}>
      <ButtonLink
        to="/walk/$id"
        params={{ id: String(walk.inspectionId) }}
        className={classes.way}
        variant="default"
        leftSection={<IconListCheck size={20} aria-hidden />}
      >
        {done} / {walk.stops.length}
      </ButtonLink>
      {!captured && (
        <Button
          className={classes.way}
          variant="default"
          leftSection={<IconPlayerSkipForward size={20} aria-hidden />}
          onClick={() => setSkipping(true)}
        >
          スキップ
        </Button>
      )}
      {skipping && <SkipDialog meter={meter} onClose={() => setSkipping(false)} onSkipped={leave} />}
    </nav>
  )
}
