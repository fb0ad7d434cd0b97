import { Textarea, TextInput } from '@mantine/core'

interface Props {
  /** マップ名 or マップエリア名. */
  label: string
  form: { getInputProps: (field: 'name' | 'description') => object }
}

/** What maps and map areas are called, and described by. */
export const NameAndDescription = ({ label, form }: Props) => (
  <>
    <TextInput label={label} withAsterisk {...form.getInputProps('name')} />
    <Textarea label="説明（任意）" autosize minRows={2} {...form.getInputProps('description')} />
  </>
)
