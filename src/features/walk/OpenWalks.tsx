import { Box, Flex } from '@mantine/core'
import { IconAlertTriangleFilled, IconCamera, IconListCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useWalks } from '../../lib/rounds/useWalks.ts'
import { nextLeft, type Walk } from '../../lib/rounds/walk.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import text from '../../ui/text/Text.module.css'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './OpenWalks.module.css'

interface Props {
  onChosen: () => void
}

/** The rounds with something left: one press goes on at the next meter. */
export function OpenWalks({ onChosen }: Props) {
  const open = (useWalks() ?? []).filter(({ left }) => left > 0)
  if (open.length === 0) return null
  return (
    <Box component="section" mb={16} aria-label="点検ルート">
      <Flex component="ul" direction="column" gap={8}>
        {open.map((walk) => (
          <Flex key={walk.inspectionId} component="li" bd="1px solid var(--line)" bdrs="md">
            <GoOn walk={walk} onChosen={onChosen} />
            <Link
              to="/walk/$id"
              params={{ id: String(walk.inspectionId) }}
              className={classes.list}
              aria-label={`${walk.name}の一覧`}
              onClick={onChosen}
            >
              <IconListCheck size={24} aria-hidden />
            </Link>
          </Flex>
        ))}
      </Flex>
    </Box>
  )
}

function GoOn({ walk, onChosen }: Props & { walk: Walk }) {
  const next = nextLeft(walk, null)
  const now = useCurrentMinute()
  const late = walk.dueAt !== null && Date.parse(walk.dueAt) < now
  return (
    next && (
      <Link
        to="/capture-meter-value/$id"
        params={{ id: String(next.meter.id) }}
        className={classes.walk}
        onClick={onChosen}
      >
        <IconCamera size={24} aria-hidden />
        <Flex component="span" direction="column" miw={0} className="break-anywhere">
          <Box component="span" fw={700}>
            {walk.name}
            <VisuallyHidden>
              {walk.left < walk.stops.length ? 'の巡回を続ける' : 'の巡回を始める'}
            </VisuallyHidden>
          </Box>
          <span>
            残り {walk.left} / {walk.stops.length}
            {walk.dueAt && (
              <span className={classes.due} data-late={late || undefined}>
                ・{late && <IconAlertTriangleFilled size={14} aria-hidden />}期限{' '}
                <PlainTime time={walk.dueAt} />
                {late && 'を過ぎています'}
              </span>
            )}
          </span>
          <span className={text.small}>次は {next.meter.name}</span>
        </Flex>
      </Link>
    )
  )
}
