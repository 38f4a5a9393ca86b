import { personWith, startOperatorApi } from '../../support/operator.ts'
import { settled } from '../../support/settled.ts'
import { useStarted } from '../../support/use-world.ts'
import { eventually, type Json, type World } from '../../support/world.ts'

export const useAttempts = (world: World) => {
  const operator = useStarted(() => startOperatorApi(world))
  const owner = personWith('olga', { main: 'owner' })
  const get = async (path: string): Promise<Json> =>
    (await operator.call(owner, 'GET', `/operator/v1${path}`)).body

  const notificationsOf = async (id: string): Promise<Json[]> => {
    const { data } = await get('/notifications?limit=100')
    const ofOrder = data.filter(({ order }: Json) => order?.external_id === id)
    return Promise.all(ofOrder.map((each: Json) => get(`/notifications/${each.id}`)))
  }
  const notificationOf = (id: string, type: string): Promise<Json> =>
    eventually(async () => {
      await settled(world)
      return (await notificationsOf(id)).find((each) => each.type === type)
    })
  return { get, notificationOf, notificationsOf }
}
