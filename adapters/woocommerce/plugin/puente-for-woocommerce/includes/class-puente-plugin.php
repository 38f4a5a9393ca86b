<?php
/**
 * Plugin bootstrap.
 *
 * @package Puente
 */

use Automattic\WooCommerce\Utilities\FeaturesUtil;

defined( 'ABSPATH' ) || exit;

/**
 * Registers all hooks.
 */
class Puente_Plugin {

	const OLDEST_WOOCOMMERCE = '8.2';

	/**
	 * Declares compatibility.
	 */
	public static function declare_features() {
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			FeaturesUtil::declare_compatibility( $feature, PUENTE_FILE, true );
		}
	}

	/**
	 * Starts once all plugins are loaded.
	 */
	public static function start() {
		Puente_Translations::listen();
		if ( ! defined( 'WC_VERSION' ) || version_compare( WC_VERSION, self::OLDEST_WOOCOMMERCE, '<' ) ) {
			add_action( 'admin_notices', array( __CLASS__, 'ask_for_woocommerce' ) );
			return;
		}
		add_filter(
			'woocommerce_payment_gateways',
			static function ( $gateways ) {
				$gateways[] = 'Puente_Gateway';
				return $gateways;
			}
		);
		add_action(
			'woocommerce_blocks_payment_method_type_registration',
			static function ( $registry ) {
				$registry->register( new Puente_Blocks_Method() );
			}
		);
		add_action( 'woocommerce_init', array( 'Puente_Identity_Number', 'ask' ) );
		Puente_Facts::listen();
		add_action( 'rest_api_init', array( 'Puente_Rest_Routes', 'register' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( PUENTE_FILE ), array( __CLASS__, 'add_link' ) );
		Puente_Refunds::watch();
		Puente_Claim::listen();
		Puente_Refund_Task::listen();
		Puente_Refund_Deletion::listen();
		Puente_Deleted_Refunds::listen();
		Puente_Saved_Cards::watch();
		Puente_Card_Revocation::listen();
		Puente_Classic_Fields::listen();
		Puente_Pay_Page::listen();
		Puente_Card_Brands::listen();
		Puente_Expired_Cards::listen();
		Puente_Method_Position::listen();
		Puente_Payment_Details::listen();
		Puente_Receipt::listen();
		add_action( 'woocommerce_after_account_payment_methods', array( 'Puente_Gateway', 'say_how_to_save' ) );
		Puente_Unpaid_Orders::listen();
		Puente_Chosen_Method::listen();
		Puente_Order_Timer::listen();
		Puente_Plain_Permalinks::listen();
		Puente_Order_Completion::listen();
		Puente_Order_Received::listen();
		Puente_Renewal::listen();
		Puente_Subscription_Card::listen();
		Puente_Interrupted_Renewal::listen();
		Puente_Missing_Renewals::listen();
		Puente_Order_Box::listen();
		Puente_Order_Asking::listen();
		Puente_Order_Notice::listen();
		Puente_Second_Charge::listen();
		Puente_Paid_Note::listen();
		Puente_Order_List::listen();
		Puente_Pairings::complete();
		Puente_Connection_Actions::listen();
		Puente_Moved_Site::listen();
		Puente_Alerts::listen();
		Puente_Privacy::listen();
		Puente_Personal_Data::listen();
		Puente_Privacy_Policy::listen();
		Puente_Contact::listen();
		Puente_Status_Report::listen();
		Puente_Site_Health::listen();
		Puente_Resync::listen();
		Puente_Tools::listen();
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			WP_CLI::add_command( 'puente', 'Puente_Command' );
		}
	}

	/**
	 * Adds a settings link to the list of plugins.
	 *
	 * @param string[] $links This plugin's links.
	 * @return string[]
	 */
	public static function add_link( $links ) {
		array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( Puente_Settings_Page::url() ), esc_html__( 'Settings', 'puente-for-woocommerce' ) ) );
		return $links;
	}

	/**
	 * Prints which WooCommerce is required.
	 */
	public static function ask_for_woocommerce() {
		/* translators: %s: a version such as 8.2 */
		printf( '<div class="notice notice-error"><p>%s</p></div>', esc_html( sprintf( __( 'Puente for WooCommerce needs WooCommerce %s or newer.', 'puente-for-woocommerce' ), self::OLDEST_WOOCOMMERCE ) ) );
	}
}
