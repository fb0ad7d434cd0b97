import type { ComponentProps } from 'react'
import { type Category, categoryType, clearsSettings } from '../../../contract/categories.ts'
import { dialDecimals } from '../../../reader/web/index.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { CategoryName } from './CategoryName.tsx'

interface Props extends Omit<ComponentProps<typeof RowSelect>, 'rows'> {
  categories: readonly Category[]
  /** Offered even if disabled: the meter's current one. */
  own: number | null
}

/** メーター種別 with icons. */
export const CategorySelect = ({ categories, own, ...props }: Props) => (
  <RowSelect
    rows={categories.filter(({ id, status }) => status === 0 || id === own)}
    placeholder="選択してください"
    renderOption={({ option }) => {
      const category = categories.find(({ id }) => id === option.value)
      return category ? <CategoryName category={category} /> : option.label
    }}
    {...props}
  />
)

/** Whether the change makes the AI assist setting useless. */
export const changeClearsSettings = (
  settings: string | null,
  before: Category | undefined,
  after: Category | undefined,
): boolean =>
  settings !== null &&
  before !== undefined &&
  after !== undefined &&
  (clearsSettings(before.type, after.type) ||
    (before.type === categoryType.counter &&
      after.type !== categoryType.counter &&
      dialDecimals(settings) !== null))

export const confirmClearSettings = ({ name }: Category): Promise<boolean> =>
  confirm({
    title: 'メーター種別の変更',
    text: `メーター種別を「${name}」に変更すると、AIアシスト設定が消去されます。新しい種別でもう一度設定してください。`,
    confirm: '変更',
    destructive: true,
  })
