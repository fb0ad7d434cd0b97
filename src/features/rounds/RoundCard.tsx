import { Box, Flex, Group } from '@mantine/core'
import { IconUser, IconWalk } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ShownRound } from '../../lib/held/heldRound.ts'
import { stateOf } from '../../lib/rounds/roundState.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { DueText } from './DueText.tsx'
import classes from './RoundCard.module.css'
import { RoundPill } from './RoundPill.tsx'
import { RoundProgress } from './RoundProgress.tsx'

interface Props {
  round: ShownRound
  /** Its main action is to walk it. */
  walked: boolean
}

/** A present round: press for its meters. */
export function RoundCard({ round, walked }: Props) {
  const state = stateOf(round, useCurrentMinute())
  const id = String(round.inspection_id)
  return (
    <article className={classes.card} aria-label={round.inspection_name} data-state={state}>
      <Group gap={8} align="flex-start" justify="space-between" wrap="nowrap" className={classes.head}>
        <Box component="h2" miw={0} fz="md" lh={1.4}>
          <Link to="/rounds/$id" params={{ id }} className={classes.link}>
            {round.inspection_name}
          </Link>
        </Box>
        <RoundPill state={state} />
      </Group>
      <Flex component="p" wrap="wrap" gap="2px 16px" fz="sm">
        <DueText round={round} />
        <Flex component="span" display="inline-flex" gap={4} align="center">
          <IconUser size={16} aria-hidden />
          {round.assignee?.username ?? '担当者なし'}
        </Flex>
      </Flex>
      <RoundProgress round={round} unsent={round.unsent} />
      {walked && round.remaining > 0 && (
        <ButtonLink
          to="/walk/$id"
          params={{ id }}
          className={classes.walk}
          variant={state === 'untouched' ? 'default' : 'filled'}
          leftSection={<IconWalk size={20} aria-hidden />}
          aria-label={`${round.inspection_name}の${round.remaining < round.planned ? '巡回を続ける' : '巡回を始める'}`}
        >
          {round.remaining < round.planned ? '続ける' : '巡回を始める'}
        </ButtonLink>
      )}
    </article>
  )
}
