import { Flex } from '@mantine/core'
import { IconChevronRight, IconCircleCheck, IconListCheck } from '@tabler/icons-react'
import type { Meter } from '../../../contract/meters.ts'
import { useWalk } from '../../lib/rounds/useWalks.ts'
import { nextLeft } from '../../lib/rounds/walk.ts'
import buttons from '../../ui/form/LargeButton.module.css'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { NextLink } from './NextLink.tsx'
import { WalkCounts } from './WalkCounts.tsx'

/** After a photograph: the next meter of the round by its name, or what was done when none is left. */
export function NextStop({ meter }: { meter: Meter }) {
  const walk = useWalk(meter.inspection_id)
  if (!walk) return null
  const next = nextLeft(walk, meter.id)
  return (
    <>
      {next ? (
        <NextLink
          stop={next}
          why={`次のメーター（残り ${walk.left}）`}
          note={next.placeNote}
          replace
          rightSection={<IconChevronRight size={24} aria-hidden />}
        />
      ) : (
        <>
          <Flex component="p" gap={8} align="center" fw={700} c="var(--normal-text)">
            <IconCircleCheck size={22} aria-hidden />「{walk.name}」は終わりました
          </Flex>
          <WalkCounts walk={walk} />
        </>
      )}
      <ButtonLink
        to="/walk/$id"
        params={{ id: String(walk.inspectionId) }}
        className={buttons.other}
        variant={next ? 'default' : 'filled'}
        leftSection={<IconListCheck size={20} aria-hidden />}
      >
        この点検の一覧
      </ButtonLink>
    </>
  )
}
