import { Icon } from '../../app/theme/icons.tsx'
import { TypedField, type TypedFieldProps } from './typed-field.tsx'

export const SearchField = ({
  isOfOrders = false,
  ...field
}: Pick<TypedFieldProps, 'label' | 'description' | 'value' | 'set'> & {
  /** Target of the shortcut `/`. */
  isOfOrders?: boolean
}) => (
  <TypedField
    {...field}
    own={{
      type: 'search',
      leftSection: <Icon name="find" />,
      ...(isOfOrders ? { 'data-find': true } : {}),
    }}
  />
)
