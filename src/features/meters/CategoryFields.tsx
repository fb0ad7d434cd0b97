import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Category, clearsSettings, isDigital } from '../../../contract/categories.ts'
import { textLimit } from '../../../contract/wire.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { CategoryIcon } from '../../ui/CategoryIcon.tsx'
import { clearButton } from '../../ui/clearButton.ts'
import { confirm } from '../../ui/confirm.tsx'
import { containing } from '../../ui/containing.ts'
import classes from './MeterFields.module.css'
import type { MeterForm } from './useMeterForm.ts'

const digitChoices = Array.from({ length: 12 }, (_, index) => index + 1)
const numbers = (from: readonly number[]) => from.map((value) => ({ value, label: `${value} 桁` }))

/** メーター種別, and for counters and displays how many figures they have. */
export function CategoryFields({ form }: { form: MeterForm }) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { categoryId, settings, digitNumber, decimalPoint } = form.values
  const find = (id: number | null) => categories.find((each) => each.id === id)
  const chosen = find(categoryId)
  const offered = categories.filter(({ id, status }) => status === 0 || id === categoryId)

  const choose = async (id: number | null) => {
    const next = find(id)
    if (next === undefined) return
    const clears = chosen !== undefined && settings !== null && clearsSettings(chosen.type, next.type)
    if (clears && !(await confirmClearing(next))) return
    form.setFieldValue('categoryId', next.id)
    if (!clears) return
    form.setFieldValue('settings', null)
    form.setFieldValue('pins', null)
  }
  const decimals = digitChoices.map((value) => value - 1).filter((value) => value <= (digitNumber ?? 11))
  return (
    <>
      <Select<number>
        label="メーター種別"
        withAsterisk
        placeholder="選択してください"
        data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        maxLength={textLimit}
        // The focus comes back here from the question below.
        openOnFocus={false}
        filter={containing}
        nothingFoundMessage="該当なし"
        leftSection={chosen && <CategoryIcon type={chosen.type} />}
        renderOption={({ option }) => {
          const type = find(option.value)?.type
          return (
            <span className={classes.option}>
              {type !== undefined && <CategoryIcon type={type} />}
              {option.label}
            </span>
          )
        }}
        allowDeselect={false}
        {...form.getInputProps('categoryId')}
        onChange={(id) => void choose(id)}
      />
      {chosen && isDigital(chosen.type) && (
        <div className={classes.pair}>
          <Select<number>
            label="桁数"
            placeholder="未登録"
            data={numbers(digitChoices)}
            clearable
            clearButtonProps={clearButton('桁数の選択を解除')}
            {...form.getInputProps('digitNumber')}
            onChange={(digits) => {
              form.setFieldValue('digitNumber', digits)
              if (digits !== null && decimalPoint !== null && decimalPoint > digits)
                form.setFieldValue('decimalPoint', null)
            }}
          />
          <Select<number>
            label="小数点以下の桁数"
            placeholder="未登録"
            data={numbers(decimals)}
            clearable
            clearButtonProps={clearButton('小数点以下の桁数の選択を解除')}
            {...form.getInputProps('decimalPoint')}
          />
        </div>
      )}
    </>
  )
}

const confirmClearing = ({ name }: Category) =>
  confirm({
    title: 'メーター種別の変更',
    text: `メーター種別を「${name}」に変更すると、AIアシスト設定が消去されます。新しい種別でもう一度設定してください。`,
    confirm: '変更',
    destructive: true,
  })
