import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { foundTypes } from '../../../contract/search.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { searchQuery } from '../../lib/queries/search/search.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import {
  type Choice,
  choiceOf,
  findHeld,
  findScreens,
  findTopics,
  type HeldRow,
  keyOf,
  type SearchedScreen,
  type SearchedTopic,
  typeLabels,
} from './choices.ts'
import { loadRecent } from './recentChoices.ts'
import { splitWords } from './searchWords.ts'

export interface Section {
  heading: string
  choices: Choice[]
}

/** Milliseconds without a key until the server is asked. */
const pause = 150

/** What the device holds, without asking for it. */
function useHeldRows(): HeldRow[] {
  const { data: meters } = useQuery({ ...metersQuery, enabled: false })
  const { data: groups } = useQuery({ ...groupsQuery, enabled: false })
  const { data: inspections } = useQuery({ ...inspectionsQuery, enabled: false })
  return useMemo(
    () => [
      ...(meters ?? []).map(
        ({ id, name, code, place_note, is_cumulative }): HeldRow => ({
          type: 'meter',
          id,
          name,
          details: [code ?? '', place_note].filter((detail) => detail !== ''),
          isCumulative: is_cumulative,
        }),
      ),
      ...(groups ?? []).map(({ id, name }): HeldRow => ({ type: 'group', id, name, details: [] })),
      ...(inspections ?? []).map(({ id, name }): HeldRow => ({ type: 'inspection', id, name, details: [] })),
    ],
    [meters, groups, inspections],
  )
}

/** Choices for what was typed: until the server answers, or where it cannot be asked, those that the device holds. */
export function useSearch(
  typed: string,
  { screens, topics }: { screens: readonly SearchedScreen[]; topics: readonly SearchedTopic[] },
) {
  const account = useAccount()
  const words = splitWords(typed, todayIn(account.organization.time_zone, useCurrentMinute()))
  const [asked] = useDebouncedValue(words.named, pause)
  const query = useQuery({ ...searchQuery(asked), enabled: asked !== '' })
  const isCurrent = asked === words.named
  const answered = isCurrent ? query.data : undefined
  const held = useHeldRows()
  const heldFound = useMemo(() => findHeld(held, words.named), [held, words.named])
  const isHeldGauge = (id: number) =>
    held.some((row) => row.type === 'meter' && row.id === id && row.isCumulative === false)
  const choices = (answered ?? heldFound).flatMap((row) => {
    const choice = choiceOf(row, words, !isHeldGauge(row.id))
    return choice === null ? [] : [choice]
  })
  const recent = typed.trim() === '' ? loadRecent(account, localStorage) : []
  const isRecent = (choice: Choice) => recent.some((each) => keyOf(each) === keyOf(choice))
  const sections: Section[] = [
    { heading: '最近', choices: recent },
    {
      heading: typeLabels.screen,
      choices: findScreens(screens, words).filter((choice) => !isRecent(choice)),
    },
    ...foundTypes.map((type) => ({
      heading: typeLabels[type],
      choices: choices.filter((choice) => choice.type === type),
    })),
    { heading: typeLabels.help, choices: findTopics(topics, words) },
  ]
  // Without a connection the query waits for one before it gives up.
  const failure = query.error ?? (query.fetchStatus === 'paused' ? query.failureReason : null)
  const error = isCurrent && answered === undefined ? failure : null
  return {
    sections: sections.filter((section) => section.choices.length > 0),
    isWaiting: words.named !== '' && answered === undefined && error === null,
    error,
    retry: () => void query.refetch(),
  }
}
