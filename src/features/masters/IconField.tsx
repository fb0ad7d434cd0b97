import { Group, Input } from '@mantine/core'
import { type CategoryType, iconLimit } from '../../../contract/categories.ts'
import { CategoryIcon } from '../../shared/categories/CategoryIcon.tsx'
import { compressIcon } from '../../shared/pictures/compressForUpload.ts'
import { PictureChooser } from '../../shared/pictures/PictureChooser.tsx'
import { preparePictureFile } from '../../shared/pictures/pictureFile.ts'
import classes from './masters.module.css'

/** The icon that it has and keeps, a picture chosen instead, or null for that of the type. */
export type ChosenIcon = string | { blob: Blob; url: string } | null

interface Props {
  type: CategoryType
  value: ChosenIcon
  error: string | null
  onChange: (icon: ChosenIcon) => void
  onRefused: (message: string) => void
}

/** アイコン画像 of a meter category. */
export function IconField({ type, value, error, onChange, onRefused }: Props) {
  const choose = async (file: File) => {
    const blob = await preparePictureFile(file, (each) => compressIcon(each, iconLimit)).catch(
      () => 'この画像は読み込めません。別の画像を選択してください',
    )
    if (typeof blob === 'string') onRefused(blob)
    else onChange({ blob, url: URL.createObjectURL(blob) })
  }
  return (
    <Input.Wrapper
      label="アイコン画像（任意）"
      size="md"
      description="選択しない場合は、種類のアイコンを表示します。"
      error={error}
      labelElement="div"
    >
      <Group gap="sm">
        {value !== null && typeof value === 'object' ? (
          <img className={classes.picture} src={value.url} alt="選択したアイコン" />
        ) : (
          <CategoryIcon category={{ type, icon: value }} size={48} />
        )}
        <PictureChooser isChosen={value !== null} onFile={choose} onRemove={() => onChange(null)} />
      </Group>
    </Input.Wrapper>
  )
}
