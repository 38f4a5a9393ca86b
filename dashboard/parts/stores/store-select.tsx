import { useTexts } from '../../app/language.ts'
import { useStores } from './store-name.tsx'
import { StorePicker } from './store-picker.tsx'

/** Hidden with one store only. */
export const StoreSelect = ({
  value,
  set,
}: {
  value: string | undefined
  set: (storeId: string | undefined) => void
}) => {
  const texts = useTexts()
  const stores = useStores()
  if (stores.length <= 1 && value === undefined) return null
  return (
    <StorePicker
      label={texts.orders.store}
      placeholder={texts.all}
      clearable
      value={value}
      set={set}
    />
  )
}
