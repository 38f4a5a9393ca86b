import { Icon } from '../app/icons.tsx'
import { TypedField, type TypedFieldProps } from './typed-field.tsx'

/** A field to find something by its words. */
export const SearchField = ({
  isOfOrders = false,
  ...field
}: Pick<TypedFieldProps, 'label' | 'description' | 'value' | 'set'> & {
  /** The one that the key `/` leads to. */
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
