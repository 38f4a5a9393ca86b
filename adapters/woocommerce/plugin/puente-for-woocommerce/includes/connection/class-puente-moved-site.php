<?php
/**
 * Site at a new address.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * A copy has the store's database with its connection, and could refund real money. Pauses until a
 * manager says: copy, moved, or second address.
 */
class Puente_Moved_Site {

	/**
	 * Hooks into the admin pages.
	 */
	public static function listen() {
		add_action( 'admin_notices', array( __CLASS__, 'show_notice' ) );
	}

	/**
	 * Describes the situation.
	 */
	public static function words() {
		return sprintf(
			/* translators: 1: an address such as shop.example, 2: an address */
			__( 'This site looks like a copy of %1$s, or it has moved: it was connected to Puente there, and this is %2$s. Until you choose, it takes no payments through Puente and makes no refunds.', 'puente-for-woocommerce' ),
			Puente_Pairings::address_of_kept(),
			Puente_Site::address()
		);
	}

	/**
	 * Prints it on admin pages except the settings page, which has its own.
	 */
	public static function show_notice() {
		if ( ! Puente_Pairings::is_elsewhere() || ! current_user_can( 'manage_woocommerce' ) || Puente_Settings_Page::is_open() ) {
			return;
		}
		add_action( 'admin_footer', array( 'Puente_Settings_Page', 'print_forms' ) );
		echo '<div class="notice notice-error"><p><strong>Puente:</strong> ' . esc_html( self::words() ) . '</p>';
		self::show_buttons();
		echo '</div>';
	}

	/**
	 * Prints the choices.
	 */
	public static function show_buttons() {
		echo '<p class="submit">';
		Puente_Settings_Page::button( 'moved', __( 'This site has moved', 'puente-for-woocommerce' ) );
		Puente_Settings_Page::button( 'second_address', __( 'Same shop, with a second address', 'puente-for-woocommerce' ) );
		Puente_Settings_Page::button( 'disconnect', __( 'This is a copy: disconnect it', 'puente-for-woocommerce' ), 'button-primary' );
		echo '</p>';
	}
}
