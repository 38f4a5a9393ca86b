import type { Json } from '../../support/world.ts'
import { type Api, apiAt } from './vendure-api.ts'

export interface Customer {
  shop: Api
  /** Adds products, names the customer and the shipping, and returns the order's code. */
  fillCart(quantity?: number, lastName?: string): Promise<string>
  addItem(): Promise<void>
  /** Moves the cart to its payment, or back. */
  moveTo(state: 'AddingItems' | 'ArrangingPayment'): Promise<void>
  /** Asks for the payment page. */
  checkout(input?: object): Promise<Json>
  /** Returns from the payment. */
  settle(orderCode: string): Promise<Json>
  signIn(email: string): Promise<void>
}

/** Of all accounts. */
export const PASSWORD = 'a long password'

const ADDRESS =
  '{ fullName: "Ana Mejía", streetLine1: "Calle 1", city: "Tegucigalpa", countryCode: "HN" }'

/** A new customer with their own session. */
export const customerOf = (
  url: string,
  { variant, channelToken }: { variant: string; channelToken?: string },
): Customer => {
  const shop = apiAt(url, channelToken)
  const add = async (quantity: number): Promise<void> => {
    await shop(
      `mutation ($variant: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $variant, quantity: $quantity) {
        __typename ... on ErrorResult { message } } }`,
      { variant, quantity },
    )
  }
  let isSignedIn = false
  return {
    shop,
    fillCart: async (quantity = 1, lastName = 'Mejía') => {
      await add(quantity)
      if (!isSignedIn)
        await shop(`mutation { setCustomerForOrder(input: { firstName: "Ana", lastName: "${lastName}",
          emailAddress: "ana-${Math.random().toString(36).slice(2)}@example.com" }) { __typename } }`)
      await shop(`mutation { setOrderShippingAddress(input: ${ADDRESS}) { __typename } }`)
      const { eligibleShippingMethods } = await shop('{ eligibleShippingMethods { id } }')
      const { setOrderShippingMethod } = await shop(
        `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) {
          ... on Order { code } ... on ErrorResult { message } } }`,
        { id: [eligibleShippingMethods[0].id] },
      )
      return setOrderShippingMethod.code
    },
    addItem: () => add(1),
    moveTo: async (state) => {
      await shop(`mutation { transitionOrderToState(state: "${state}") { __typename } }`)
    },
    checkout: async (input = {}) => {
      const { createPuenteCheckout } = await shop(
        `mutation ($input: PuenteCheckoutInput!) { createPuenteCheckout(input: $input) { __typename
          ... on PuenteCheckout { orderCode payUrl declined } ... on PuenteOrderPaid { orderCode }
          ... on PuenteCheckoutError { errorCode message retry } } }`,
        { input: { successUrl: 'https://shop.example/thanks', ...input } },
      )
      return createPuenteCheckout
    },
    settle: async (code) => {
      const { settlePuenteOrder } = await shop(
        'mutation ($code: String!) { settlePuenteOrder(orderCode: $code) { __typename } }',
        { code },
      )
      return settlePuenteOrder
    },
    signIn: async (email) => {
      await shop(
        `mutation ($email: String!) { login(username: $email, password: "${PASSWORD}") { __typename } }`,
        { email },
      )
      isSignedIn = true
    },
  }
}
