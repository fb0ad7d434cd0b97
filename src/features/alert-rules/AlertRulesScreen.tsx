import { IconBellCog, IconBellRinging, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, use, useRef, useState } from 'react'
import { role } from '../../../contract/access.ts'
import type { AlertRule } from '../../../contract/alert-rules/alertRules.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { alertRulesQuery } from '../../lib/queries/alert-rules/alertRules.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { ListCsv } from '../../shared/lists/ListCsv.tsx'
import { useIsBroad, useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import type { ReadingDialogOf } from './readingDialog.ts'
import { ruleColumns } from './ruleColumns.tsx'
import type { AlertRuleSearch } from './search.ts'
import { useRuleActions } from './useRuleActions.ts'

const NoisyRules = lazy(async () => ({ default: (await import('./NoisyRules.tsx')).NoisyRules }))
const RecipientGroups = lazy(async () => ({
  default: (await import('./recipient-groups/RecipientGroups.tsx')).RecipientGroups,
}))
const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }))

interface Props {
  search: AlertRuleSearch
  onSearch: (search: AlertRuleSearch, replace?: boolean) => void
  readingDialog: ReadingDialogOf
}

const tabs = [
  { name: 'rules', label: 'ルール', icon: IconBellCog },
  { name: 'noise', label: '通知の多いルール', icon: IconBellRinging },
  { name: 'recipients', label: '通知先グループ', icon: IconUsersGroup },
] as const

/** アラートルール and 通知先グループ, which administrators change. */
export function AlertRulesScreen({ search, onSearch, readingDialog }: Props) {
  const isAdmin = useAccount().role >= role.admin
  const { tab = 'rules' } = search
  const noun = tab === 'recipients' ? '通知先グループ' : 'アラートルール'
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const shown = { search, onSearch, isAdding, onAddingEnd: () => setAdding(false), addButton }
  return (
    <Page
      title="アラートルール"
      tabbed
      action={
        isAdmin &&
        tab !== 'noise' && (
          <PageAction
            ref={addButton}
            icon={IconPlus}
            label={`${noun}を追加`}
            onClick={() => setAdding(true)}
          />
        )
      }
    >
      <Tabbed
        tabs={tabs}
        shown={tab}
        onChoose={(chosen) => onSearch(chosen === 'rules' ? {} : { tab: chosen })}
      >
        {tab === 'rules' && <Rules {...shown} readingDialog={readingDialog} />}
        {tab === 'noise' && (
          <Suspense fallback={<RowSkeletons count={3} height={160} />}>
            <NoisyRules readingDialog={readingDialog} />
          </Suspense>
        )}
        {tab === 'recipients' && (
          <Suspense>
            <RecipientGroups {...shown} />
          </Suspense>
        )}
      </Tabbed>
    </Page>
  )
}

interface RulesProps extends Props {
  /** The dialog for another rule is open. */
  isAdding: boolean
  onAddingEnd: () => void
  addButton: RefObject<HTMLButtonElement | null>
}

function Rules({ search, onSearch, readingDialog, isAdding, onAddingEnd, addButton }: RulesProps) {
  const zone = use(TimeZone)
  const phone = useIsPhone()
  const asCards = !useIsBroad()
  const isAdmin = useAccount().role >= role.admin
  const query = useQuery(alertRulesQuery)
  const { units } = useMasters('units')
  const [begun, setBegun] = useState<{ rule: AlertRule | null; source: AlertRule | null } | null>(null)
  const edited = isAdding ? { rule: null, source: null } : begun
  const close = () => {
    setBegun(null)
    onAddingEnd()
  }
  const actions = useRuleActions(addButton)
  const options = {
    zone,
    typed: search.text,
    asCards,
    unitOf: ({ meter_unit_id: id }: AlertRule) => nameIn(units, id),
  }
  const columns = ruleColumns({
    ...options,
    actions: isAdmin
      ? {
          ...actions,
          onEdit: (rule) => setBegun({ rule, source: null }),
          onCopy: (source) => setBegun({ rule: null, source }),
        }
      : null,
  })
  return (
    <>
      <DataList
        label="アラートルール"
        storeKey="alertRules"
        columns={columns}
        // Tablets have no room for a sentence and the other columns.
        cardsBelow="desktop"
        listed={localList(query.data, query, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'text', label: 'アラートルールを検索' }}
        tools={
          !phone && (
            <ListCsv
              rows={query.data}
              columns={ruleColumns({ ...options, actions: null })}
              search={search}
              fileName="alert-rule-list.csv"
            />
          )
        }
        empty={{
          nothing: isAdmin
            ? 'アラートルールはまだありません。「アラートルールを追加」から登録してください。メーターの異常範囲は、ルールがなくても働きます。'
            : 'アラートルールはまだありません。管理者が登録します。メーターの異常範囲は、ルールがなくても働きます。',
          narrowed: '条件に合うアラートルールがありません。検索や絞り込みを変えてください。',
        }}
      />
      {edited && (
        <Suspense>
          <RuleDialog {...edited} readingDialog={readingDialog} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
