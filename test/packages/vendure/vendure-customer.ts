import type { Json } from '../../support/world.ts'
import { type Api, apiAt } from './vendure-api.ts'

export interface Customer {
  shop: Api
  /** Adds products, names the customer and the shipping, and returns the order's code. */
  fillCart(quantity?: number, lastName?: string): Promise<string>
  /** Asks for the payment page. */
  checkout(input?: object): Promise<Json>
  /** Returns from the payment. */
  settle(orderCode: string): Promise<Json>
  /** Signs up and signs in. */
  signUp(email: string): Promise<void>
}

const ADDRESS =
  '{ fullName: "Ana Mejía", streetLine1: "Calle 1", city: "Tegucigalpa", countryCode: "HN" }'

/** A new customer with their own session. */
export const customerOf = (
  url: string,
  { variant, channelToken }: { variant: string; channelToken?: string },
): Customer => {
  const shop = apiAt(url, channelToken)
  let isSignedIn = false
  return {
    shop,
    fillCart: async (quantity = 1, lastName = 'Mejía') => {
      await shop(
        `mutation ($variant: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $variant, quantity: $quantity) {
          __typename ... on ErrorResult { message } } }`,
        { variant, quantity },
      )
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
    signUp: async (email) => {
      await shop(
        `mutation ($email: String!) { registerCustomerAccount(input: { emailAddress: $email,
          firstName: "Ana", lastName: "Mejía", password: "a long password" }) { __typename } }`,
        { email },
      )
      await shop(
        `mutation ($email: String!) { login(username: $email, password: "a long password") { __typename } }`,
        { email },
      )
      isSignedIn = true
    },
  }
}
