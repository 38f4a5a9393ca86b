<?php
/**
 * Plugin Name: Subscriptions of the test shop
 * Description: Starts WooCommerce Subscriptions Core, a library that starts nothing by itself.
 */

add_action(
	'woocommerce_loaded',
	static function () {
		$includes = WP_PLUGIN_DIR . '/woocommerce-subscriptions-core/includes';
		require_once $includes . '/class-wc-subscriptions-core-plugin.php';
		require_once $includes . '/gateways/class-wc-subscriptions-core-payment-gateways.php';

		/**
		 * Renews by any gateway that supports it, as WooCommerce Subscriptions does. The library alone
		 * knows WooPayments only, and takes every other subscription for a manual one.
		 */
		class Test_Shop_Subscription_Gateways extends WC_Subscriptions_Core_Payment_Gateways {

			public static function has_available_payment_method( $subscription ) {
				return (bool) wc_get_payment_gateway_by_order( $subscription );
			}

			public static function gateway_supports_subscriptions( $gateway ) {
				return $gateway->supports( 'subscriptions' );
			}

			public static function get_available_payment_gateways( $available ) {
				$is_subscription = ! is_wc_endpoint_url( 'order-pay' ) && WC_Subscriptions_Cart::cart_contains_subscription();
				return $is_subscription && ! wcs_is_manual_renewal_enabled() ? array_filter( $available, array( __CLASS__, 'gateway_supports_subscriptions' ) ) : $available;
			}
		}

		class Test_Shop_Subscriptions extends WC_Subscriptions_Core_Plugin {

			public function get_gateways_handler_class() {
				return Test_Shop_Subscription_Gateways::class;
			}
		}

		new Test_Shop_Subscriptions();
	}
);
