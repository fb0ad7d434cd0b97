import { useQuery } from '@tanstack/react-query'
import { type Category, clearsSettings } from '../../../../contract/categories.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { CategoryIcon } from '../../../ui/CategoryIcon.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { InlineRow } from '../../../ui/InlineRow.tsx'
import { RowSelect } from '../../../ui/RowSelect.tsx'
import classes from './CategoryRow.module.css'
import { type Saving, unregistered } from './save.ts'

interface Props extends Saving {
  categoryId: number
  /** The AI assist string of the meter; another family of categories cannot read it. */
  settings: string | null
}

/** メーター種別. Another family costs the meter its AI assist setting: that is asked first. */
export function CategoryRow({ categoryId, settings, save, onDirty }: Props) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const find = (id: number | null) => categories.find((each) => each.id === id)
  const own = find(categoryId)
  const clears = (next: Category | undefined) =>
    own !== undefined && next !== undefined && settings !== null && clearsSettings(own.type, next.type)
  return (
    <InlineRow<number | null>
      label="メーター種別"
      value={own ? <Kind category={own} /> : unregistered}
      initial={categoryId}
      validate={(id) => (id === null ? 'メーター種別が選択されていません' : null)}
      agree={async (id) => {
        const next = find(id)
        return next === undefined || !clears(next) || confirmClearing(next)
      }}
      onSave={async (id) => {
        if (id === null) return
        await save?.({ meter_category_id: id, ...(clears(find(id)) && { settings: null, pins: null }) })
      }}
      onDirty={onDirty}
      editor={
        save &&
        (({ draft, change, props }) => (
          <RowSelect
            {...props}
            rows={categories.filter(({ id, status }) => status === 0 || id === categoryId)}
            value={draft}
            onChange={change}
            allowDeselect={false}
            placeholder="選択してください"
            renderOption={({ option }) => {
              const category = find(Number(option.value))
              return category ? <Kind category={category} /> : option.label
            }}
          />
        ))
      }
    />
  )
}

const Kind = ({ category }: { category: Category }) => (
  <span className={classes.kind}>
    <CategoryIcon type={category.type} />
    {category.name}
  </span>
)

const confirmClearing = ({ name }: Category) =>
  confirm({
    title: 'メーター種別の変更',
    text: `メーター種別を「${name}」に変更すると、AIアシスト設定が消去されます。新しい種別でもう一度設定してください。`,
    confirm: '変更',
    destructive: true,
  })
