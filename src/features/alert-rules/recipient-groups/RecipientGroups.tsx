import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { role } from '../../../../contract/access.ts'
import type { RecipientGroup } from '../../../../contract/alert-rules/recipientGroups.ts'
import { useDeleteRecipientGroup } from '../../../lib/mutations/recipientGroupMutations.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { recipientGroupsQuery } from '../../../lib/queries/alert-rules/recipientGroups.ts'
import { ListCsv } from '../../../shared/lists/ListCsv.tsx'
import { useIsBroad, useIsPhone } from '../../../ui/layout/breakpoints.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { DataList } from '../../../ui/table/DataList.tsx'
import { localList } from '../../../ui/table/localList.ts'
import { useRemoval } from '../../../ui/table/useRemoval.ts'
import type { AlertRuleSearch } from '../search.ts'
import { recipientGroupColumns } from './recipientGroupColumns.tsx'
import { rulesText } from './recipientGroupTexts.ts'

const RecipientGroupDialog = lazy(async () => ({
  default: (await import('./RecipientGroupDialog.tsx')).RecipientGroupDialog,
}))
const TestSendingDialog = lazy(async () => ({
  default: (await import('./TestSendingDialog.tsx')).TestSendingDialog,
}))

interface Props {
  search: AlertRuleSearch
  onSearch: (search: AlertRuleSearch, replace?: boolean) => void
  /** The dialog for another group is open. */
  isAdding: boolean
  onAddingEnd: () => void
  addButton: RefObject<HTMLButtonElement | null>
}

/** 通知先グループ, which administrators change. */
export function RecipientGroups({ search, onSearch, isAdding, onAddingEnd, addButton }: Props) {
  const phone = useIsPhone()
  const asCards = !useIsBroad()
  const isAdmin = useAccount().role >= role.admin
  const query = useQuery(recipientGroupsQuery)
  const [edited, setEdited] = useState<RecipientGroup | null>(null)
  const [tested, setTested] = useState<RecipientGroup | null>(null)
  const remove = useGroupRemoval(addButton)
  const columns = recipientGroupColumns({
    asCards,
    actions: isAdmin ? { onTest: setTested, onEdit: setEdited, onDelete: remove } : null,
  })
  const close = () => {
    setEdited(null)
    onAddingEnd()
  }
  return (
    <>
      <DataList
        label="通知先グループ"
        storeKey="recipientGroups"
        columns={columns}
        cardsBelow="desktop"
        listed={localList(query.data, query, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'text', label: '通知先グループを検索' }}
        tools={
          !phone && (
            <ListCsv
              rows={query.data}
              columns={recipientGroupColumns({ asCards, actions: null })}
              search={search}
              fileName="recipient-group-list.csv"
            />
          )
        }
        empty={{
          nothing: isAdmin
            ? '通知先グループはまだありません。アラートは、受け取る設定の全員に届いています。決まった人だけに知らせるには、「通知先グループを追加」から登録してください。'
            : '通知先グループはまだありません。アラートは、受け取る設定の全員に届いています。',
          narrowed: '条件に合う通知先グループがありません。検索を変えてください。',
        }}
      />
      {(isAdding || edited) && (
        <Suspense>
          <RecipientGroupDialog group={edited} onClose={close} />
        </Suspense>
      )}
      {tested && (
        <Suspense>
          <TestSendingDialog group={tested} onClose={() => setTested(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Deletes a group after a question; of one that rules notify it says why it cannot. */
function useGroupRemoval(addButton: RefObject<HTMLButtonElement | null>) {
  const deletion = useDeleteRecipientGroup()
  const remove = useRemoval(addButton)
  return ({ id, name, rules }: RecipientGroup) => {
    if (rules.length > 0)
      notify.warning(
        `「${name}」は、アラートルール${rulesText(rules)}の通知先になっているため削除できません。ルールの通知先を先に変更してください。`,
      )
    else
      remove({
        title: '通知先グループの削除',
        text: `通知先グループ「${name}」を削除します。この操作は元に戻せません。`,
        name,
        done: `通知先グループ「${name}」を削除しました`,
        send: () => deletion.mutateAsync(id),
      })
  }
}
