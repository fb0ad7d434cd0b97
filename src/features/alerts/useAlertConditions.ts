import { useQuery } from '@tanstack/react-query'
import { assigneesQuery } from '../../lib/queries/assignees.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import type { AlertSearch } from './search.ts'

interface AlertCondition {
  key: string
  label: string
  /** The search params without it. */
  left: AlertSearch
}

/** What the alerts are filtered by, as shown on chips and on paper. */
export function useAlertConditions(search: AlertSearch): AlertCondition[] {
  const masters = useMasters('meters', 'groups', 'units')
  const { from, to, confirmedBy, assignee } = search
  const { data: people } = useQuery({ ...assigneesQuery, enabled: typeof assignee === 'number' })
  return [
    ...(['meters', 'groups', 'units'] as const).flatMap((key) =>
      (search[key] ?? []).map((id) => ({
        key: `${key}-${id}`,
        label: nameIn(masters[key], id) ?? '削除された項目',
        left: { ...search, [key]: someOf((search[key] ?? []).filter((each) => each !== id)) },
      })),
    ),
    ...(from ? [{ key: 'from', label: `発生日 ${from} 〜`, left: { ...search, from: undefined } }] : []),
    ...(to ? [{ key: 'to', label: `発生日 〜 ${to}`, left: { ...search, to: undefined } }] : []),
    ...(confirmedBy
      ? [{ key: 'confirmedBy', label: `確認者 ${confirmedBy}`, left: { ...search, confirmedBy: undefined } }]
      : []),
    ...(assignee
      ? [
          {
            key: 'assignee',
            label:
              assignee === 'me'
                ? '自分の担当'
                : assignee === 'none'
                  ? '未割当'
                  : `担当 ${people?.find(({ id }) => id === assignee)?.username ?? '選択したユーザー'}`,
            left: { ...search, assignee: undefined },
          },
        ]
      : []),
  ]
}

export const someOf = (ids: number[]) => (ids.length > 0 ? ids : undefined)
