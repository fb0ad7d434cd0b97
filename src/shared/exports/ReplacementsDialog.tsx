import { Button, Checkbox, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import { type ExportFormat, maxReplacementLength } from '../../../contract/exports/export-formats.ts'
import { isInCp932 } from '../../lib/files/cp932.ts'
import {
  type LackingCharacter,
  proposeReplacement,
  type Replacement,
} from '../../lib/files/cp932Replacements.ts'
import { useSaveExportFormat } from '../../lib/mutations/exportFormatMutations.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { characterText } from './exportNames.ts'
import classes from './exports.module.css'

interface Props {
  format: ExportFormat
  cells: readonly (readonly string[])[]
  lacking: readonly LackingCharacter[]
  /** Saves the file with these replacements. */
  onReplace: (replacements: readonly Replacement[]) => Promise<void>
  /** Saves the file in UTF-8 instead. */
  onUtf8: () => Promise<void>
  onClose: () => void
}

interface Values {
  /** For the characters, in their order. */
  texts: string[]
  isKept: boolean
}

const schema = z.object({
  texts: z.array(
    z
      .string()
      .check(
        z.maxLength(maxReplacementLength),
        oneLine,
        z.refine(isInCp932, 'CP932で表せる文字にしてください'),
      ),
  ),
  isKept: z.boolean(),
})

/** Cells of a character that are listed. */
const maxCells = 3

/** Lists what CP932 lacks before the file is made, and lets a person decide what is written instead. */
export function ReplacementsDialog({ format, cells, lacking, onReplace, onUtf8, onClose }: Props) {
  const save = useSaveExportFormat()
  const textOf = (character: string) =>
    format.replacements.find((each) => each.character === character)?.text ?? proposeReplacement(character)
  const submitForm = useSubmitForm<Values>({
    initialValues: { texts: lacking.map(({ character }) => textOf(character)), isKept: true },
    schema,
    failed: 'CSVを保存できませんでした',
    send: async ({ texts, isKept }) => {
      const decided = lacking.map(({ character }, index) => ({ character, text: texts[index] ?? '' }))
      await onReplace(decided)
      onClose()
      if (!isKept) return
      const others = format.replacements.filter(({ character }) =>
        decided.every((each) => each.character !== character),
      )
      const replacements = [...others, ...decided]
      await save
        .mutateAsync({ ...format, replacements })
        .catch((error) => notify.failure(error, { title: '置き換える文字を残せませんでした' }))
    },
  })
  const { form } = submitForm
  const cellText = ({ row, column, text }: LackingCharacter['cells'][number]) =>
    row === 0 ? `見出し「${text}」` : `${row + 1}行目 ${cells[0]?.[column] ?? ''}「${text}」`
  return (
    <FormDialog
      title="CP932で表せない文字"
      width={560}
      verb="置き換えて保存"
      form={submitForm}
      className={classes.form}
      onClose={onClose}
    >
      <p>
        出力形式「{format.name}」の文字コードでは、次の{lacking.length}
        種類の文字を保存できません。代わりに書く文字を確認してください。空にすると取り除きます。
      </p>
      <ul className={classes.lacking}>
        {lacking.map(({ character, cells: found }, index) => (
          <li key={character}>
            <TextInput
              label={`「${characterText(character)}」の代わり`}
              {...form.getInputProps(`texts.${index}`)}
            />
            <p className={classes.cells}>
              {found.slice(0, maxCells).map(cellText).join('、')}
              {found.length > maxCells && ` ほか${(found.length - maxCells).toLocaleString('ja-JP')}か所`}
            </p>
          </li>
        ))}
      </ul>
      <Checkbox
        label="この置き換えを出力形式に残し、次からは尋ねない"
        {...form.getInputProps('isKept', { type: 'checkbox' })}
      />
      <Button
        variant="default"
        onClick={() => {
          onClose()
          void onUtf8()
        }}
      >
        置き換えずにUTF-8で保存
      </Button>
    </FormDialog>
  )
}
