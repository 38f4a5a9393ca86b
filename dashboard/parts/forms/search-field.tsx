import { Icon } from '../../app/theme/icons.tsx'
import { type FieldProps, TypedField } from './typed-field.tsx'

export const SearchField = (props: FieldProps) => (
  <TypedField type="search" leftSection={<Icon name="find" />} {...props} />
)
