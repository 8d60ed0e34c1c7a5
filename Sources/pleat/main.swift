import Foundation
import PleatCommands

exit(PleatMain.run())
