import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { allows } from '../../../contract/access.ts'
import { auditNouns, commonAuditNouns } from '../../../contract/auditNouns.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { keyUsersQuery } from '../../lib/queries/keys.ts'
import { clearButton } from '../../ui/form/clearButton.ts'
import { DaySpanFields } from '../../ui/form/DaySpanFields.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { nounNames } from './auditTexts.ts'
import { type AuditSearch, auditSearch } from './search.ts'

interface Props {
  search: AuditSearch
  onSearch: (search: AuditSearch, replace?: boolean) => void
}

const none = { noun: undefined, person: undefined, from: undefined, to: undefined, page: undefined }
const optionsOf = (nouns: readonly (keyof typeof nounNames)[]) =>
  nouns.map((noun) => ({ value: noun, label: nounNames[noun] }))

/** By thing, person and days; system administrators also choose what belongs to no organization. */
export function AuditFilters({ search, onSearch }: Props) {
  const { role } = useAccount()
  const { data: users = [] } = useQuery(keyUsersQuery)
  const people = users.map(({ id, username }) => ({ id, name: username }))
  const own = [{ value: '', label: 'すべての対象' }, ...optionsOf(auditNouns)]
  const common = [{ value: 'common', label: 'プラン・種別・単位すべて' }, ...optionsOf(commonAuditNouns)]
  const nouns = allows('system', role)
    ? [
        { group: 'この組織', items: own },
        { group: '全組織共通', items: common },
      ]
    : own
  const { noun, person, from, to } = search
  const nounName = [...own, ...common].find(({ value }) => value === noun)?.label
  const chips = [
    ...(noun ? [{ key: 'noun', label: nounName ?? noun, cleared: { noun: undefined } }] : []),
    ...(person
      ? [
          {
            key: 'person',
            label: people.find(({ id }) => id === person)?.name ?? '操作した人',
            cleared: { person: undefined },
          },
        ]
      : []),
    ...(from ? [{ key: 'from', label: `${from} 〜`, cleared: { from: undefined } }] : []),
    ...(to ? [{ key: 'to', label: `〜 ${to}`, cleared: { to: undefined } }] : []),
  ].map(({ cleared, ...chip }) => ({
    ...chip,
    onRemove: () => onSearch({ ...search, ...cleared, page: undefined }),
  }))
  return (
    <FilterBar<AuditSearch>
      value={search}
      cleared={{ ...search, ...none }}
      onApply={(next) => onSearch({ ...next, page: undefined })}
      chips={chips}
      folded
    >
      {(draft, set) => (
        <>
          <NativeSelect
            flex="0 1 12.5rem"
            size="md"
            label="対象"
            data={nouns}
            value={draft.noun ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set({ ...draft, noun: auditSearch.shape.noun.parse(value || undefined) })
            }
          />
          <RowSelect
            flex="0 1 12.5rem"
            label="操作した人"
            placeholder="全員"
            rows={people}
            clearable
            clearButtonProps={clearButton('操作した人の選択を解除')}
            value={draft.person ?? null}
            onChange={(id) => set({ ...draft, person: id ?? undefined })}
          />
          <DaySpanFields
            label="操作した日"
            size="md"
            from={draft.from}
            to={draft.to}
            onChange={(days) => set({ ...draft, ...days })}
          />
        </>
      )}
    </FilterBar>
  )
}
