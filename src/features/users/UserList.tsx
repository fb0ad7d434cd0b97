import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAccount } from '../../lib/queries/account.ts'
import { usersQuery } from '../../lib/queries/users.ts'
import { useKeyCreations } from '../../shared/keys/useKeyCreations.tsx'
import { ListCsv } from '../../shared/lists/ListCsv.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { filterAndSortRows, localList } from '../../ui/table/localList.ts'
import { useSelection } from '../../ui/table/useSelection.ts'
import { AddUserDialog } from './AddUserDialog.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { PendingInvitations } from './PendingInvitations.tsx'
import type { UserSearch } from './search.ts'
import { rowOfUser, type UserRow, userColumns } from './userColumns.tsx'

const UserBulkDialog = lazy(() => import('./bulk/UserBulkDialog.tsx'))

interface Props {
  /** The session’s, or for system administrators any. */
  organizationId: number
  search: UserSearch
  onSearch: (search: UserSearch, replace?: boolean) => void
  /** The dialog for another user is open. */
  adding: boolean
  onAddingEnd: () => void
  /** Next to those of the list. */
  tools?: ReactNode
  /** What people did with a user. */
  historyOf: (id: number) => ReactNode
}

/** ユーザー: the members of an organization, with the dialogs that add and change them. */
export function UserList({ organizationId, search, onSearch, adding, onAddingEnd, tools, historyOf }: Props) {
  const users = useQuery(usersQuery(organizationId))
  const [edited, setEdited] = useState<UserRow | null>(null)
  const creations = useKeyCreations(organizationId)
  const columns = userColumns(setEdited)
  const rows = users.data?.map(rowOfUser)
  const { organization } = useAccount()
  const selection = useSelection(JSON.stringify({ ...search, page: undefined, limit: undefined }))
  const [changed, setChanged] = useState<readonly number[]>()
  const phone = useIsPhone()
  return (
    <>
      <DataList
        label="ユーザー"
        storeKey="users"
        cardsBelow="desktop"
        columns={columns}
        listed={localList(rows, users, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'name', label: 'ユーザー名を検索', cards: true }}
        selecting={
          organization.id === organizationId
            ? {
                selection,
                counter: '人',
                nameOf: ({ name }) => name,
                actions: (
                  <Button
                    onClick={() =>
                      setChanged(
                        selection.isAll
                          ? filterAndSortRows(rows ?? [], columns, search).map(({ id }) => id)
                          : [...selection.chosen],
                      )
                    }
                  >
                    まとめて変更
                  </Button>
                ),
              }
            : undefined
        }
        tools={
          !phone && (
            <>
              {tools}
              <ListCsv rows={rows} columns={columns} search={search} fileName="user-list.csv" />
            </>
          )
        }
        empty={{
          nothing: 'ユーザーはまだいません。「ユーザーを追加」から登録してください。',
          narrowed: '条件に合うユーザーがいません。検索を変えてください。',
        }}
      />
      <PendingInvitations organizationId={organizationId} />
      {changed && (
        <Suspense>
          <UserBulkDialog
            ids={changed}
            onClose={(isDone) => {
              setChanged(undefined)
              if (isDone) selection.end()
            }}
          />
        </Suspense>
      )}
      {adding && <AddUserDialog organizationId={organizationId} onClose={onAddingEnd} />}
      {edited && (
        <EditUserDialog
          user={edited}
          history={historyOf(edited.id)}
          onKeysWithdrawn={(keys) => void creations.show(keys)}
          onClose={() => setEdited(null)}
        />
      )}
      {creations.dialog}
    </>
  )
}
